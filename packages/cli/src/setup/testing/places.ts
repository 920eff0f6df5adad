/** Where clients keep their servers: on Linux, macOS and Windows. */
type Places = readonly [linux: string, macos: string, windows: string];

/** The same below the home folder everywhere. */
const everywhere = (file: string): Places => [
  `/h/a/${file}`,
  `/h/a/${file}`,
  String.raw`C:\Users\a` + `\\${file.replaceAll('/', '\\')}`,
];

/** Where programs with windows keep theirs. */
const windowed = (file: string): Places => [
  `/h/a/.config/${file}`,
  `/h/a/Library/Application Support/${file}`,
  String.raw`C:\Users\a\AppData\Roaming` + `\\${file.replaceAll('/', '\\')}`,
];

/** `~/.config` on all but Windows. */
const configured = (file: string, onWindows = file): Places => [
  `/h/a/.config/${file}`,
  `/h/a/.config/${file}`,
  String.raw`C:\Users\a\AppData\Roaming` + `\\${onWindows.replaceAll('/', '\\')}`,
];

export const PLACES: Readonly<Record<string, Places>> = {
  'claude-code': everywhere('.claude.json'),
  'copilot-cli': everywhere('.copilot/mcp-config.json'),
  codex: everywhere('.codex/config.toml'),
  gemini: everywhere('.gemini/settings.json'),
  qwen: everywhere('.qwen/settings.json'),
  opencode: everywhere('.config/opencode/opencode.jsonc'),
  kilo: everywhere('.config/kilo/kilo.jsonc'),
  'cline-cli': everywhere('.cline/data/settings/cline_mcp_settings.json'),
  goose: configured('goose/config.yaml', 'Block/goose/config/config.yaml'),
  amp: everywhere('.config/amp/settings.json'),
  crush: everywhere('.config/crush/crush.json'),
  droid: everywhere('.factory/mcp.json'),
  codebuddy: everywhere('.codebuddy.json'),
  kimi: everywhere('.kimi-code/mcp.json'),
  grok: everywhere('.grok/config.toml'),
  'amazon-q': everywhere('.aws/amazonq/mcp.json'),
  'claude-desktop': windowed('Claude/claude_desktop_config.json'),
  cursor: everywhere('.cursor/mcp.json'),
  vscode: windowed('Code/User/mcp.json'),
  'vscode-insiders': windowed('Code - Insiders/User/mcp.json'),
  vscodium: windowed('VSCodium/User/mcp.json'),
  antigravity: everywhere('.gemini/config/mcp_config.json'),
  cline: windowed('Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json'),
  roo: windowed('Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json'),
  continue: everywhere('.continue/mcpServers/zapomni.json'),
  zed: configured('zed/settings.json', 'Zed/settings.json'),
  devin: configured('devin/mcp_config.json'),
  windsurf: everywhere('.codeium/windsurf/mcp_config.json'),
  kiro: everywhere('.kiro/settings/mcp.json'),
  junie: everywhere('.junie/mcp/mcp.json'),
  warp: everywhere('.warp/.mcp.json'),
  'lm-studio': everywhere('.lmstudio/mcp.json'),
  trae: windowed('Trae/User/mcp.json'),
  augment: everywhere('.augment/settings.json'),
};
