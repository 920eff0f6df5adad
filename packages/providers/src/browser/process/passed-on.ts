/** What of the environment a browser is given. */

/** What a browser needs to find its fonts, its language and its screen; no keys, no proxies. */
const PASSED_ON =
  /^(PATH|HOME|USER|LOGNAME|LANG|LANGUAGE|LC_\w+|TZ|TMPDIR|TMP|TEMP|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_\w+|FONTCONFIG_\w+|LD_LIBRARY_PATH|SYSTEMROOT|WINDIR|SYSTEMDRIVE|APPDATA|LOCALAPPDATA|USERPROFILE|PROGRAMDATA|PROGRAMFILES(\(X86\))?|COMSPEC|NUMBER_OF_PROCESSORS)$/i;

export function passedOn(environment: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed = Object.entries(environment).filter(([name, value]) => PASSED_ON.test(name) && value !== undefined);
  return Object.fromEntries(passed) as Record<string, string>;
}
