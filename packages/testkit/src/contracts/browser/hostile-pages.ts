/** Pages that try to get out. Each way is tried twice: to the site itself, which shows that the way is open, and to where nobody may go. */

/** How a page can ask for something, with the name of the way in place of NAME and an address that ends in `/` in place of BASE. */
const WAYS: Readonly<Record<string, string>> = {
  img: '<img src="BASENAME">',
  iframe: '<iframe src="BASENAME"></iframe>',
  script: '<script src="BASENAME"></script>',
  style: '<link rel=stylesheet href="BASENAME">',
  import: '<style>@import url(BASENAME);</style>',
  background: '<div style="width:9px;height:9px;background:url(BASENAME)"></div>',
  font: '<style>@font-face { font-family: fNUMBER; src: url(BASENAME); }</style><p style="font-family: fNUMBER">x</p>',
  object: '<object data="BASENAME"></object>',
  embed: '<embed src="BASENAME">',
  video: '<video src="BASENAME" preload=auto></video>',
  track: '<video><track default src="BASENAME"></video>',
  svg: '<svg><image href="BASENAME" width=9 height=9 /></svg>',
  preload: '<link rel=preload as=image href="BASENAME">',
  icon: '<link rel=icon href="BASENAME">',
  connect: '<link rel=preconnect href="BASE"><link rel=dns-prefetch href="BASE">',
  prefetch: '<link rel=prefetch href="BASENAME">',
  speculation:
    '<script type=speculationrules>{"prefetch":[{"urls":["BASENAME"],"eagerness":"immediate"}],"prerender":[{"urls":["BASENAME"],"eagerness":"immediate"}]}</script>',
  form: '<iframe name="tNUMBER"></iframe><form id="fNUMBER" target="tNUMBER" method=post action="BASENAME"></form><script>document.getElementById("fNUMBER").submit()</script>',
  refresh: `<iframe srcdoc='<meta http-equiv=refresh content="0;url=BASENAME">'></iframe>`,
  fetch: '<script>fetch("BASENAME", { mode: "no-cors" }).catch(() => 0)</script>',
  xhr: '<script>{ const x = new XMLHttpRequest(); x.open("GET", "BASENAME"); x.send(); }</script>',
  beacon: '<script>navigator.sendBeacon("BASENAME", "x")</script>',
  events: '<script>new EventSource("BASENAME")</script>',
  socket: '<script>try { new WebSocket("BASENAME".replace("http", "ws")) } catch {}</script>',
  worker: `<script>new Worker(URL.createObjectURL(new Blob(['fetch("BASENAME", { mode: "no-cors" }).catch(() => 0)'])))</script>`,
  imports: `<script>new Worker(URL.createObjectURL(new Blob(['importScripts("BASENAME")'])))</script>`,
  module: '<script type=module src="BASENAME"></script>',
  ping: '<a id="aNUMBER" href="#" ping="BASENAME"></a><script>document.getElementById("aNUMBER").click()</script>',
  csp: '<iframe srcdoc="<meta http-equiv=Content-Security-Policy content=&quot;img-src none&quot;><img src=x>"></iframe><img src="BASENAME?csp">',
};

/** Ways that the browser has, but has no reason to go in a moment on every machine, or not over plain http. */
const MAY_STAY_SHUT = new Set([
  'connect',
  'prefetch',
  'speculation',
  'ping',
  'icon',
  'track',
  'video',
  'embed',
  'object',
  'csp',
]);

export const OPEN_WAYS: readonly string[] = Object.keys(WAYS).filter((name) => !MAY_STAY_SHUT.has(name));

export function tryEverything(base: string): string {
  return Object.entries(WAYS)
    .map(([name, markup], i) =>
      markup
        .replaceAll('NAME', name)
        .replaceAll('BASE', base)
        .replaceAll('NUMBER', `${i}${base.replaceAll(/\W/g, '')}`),
    )
    .join('\n');
}

/** Where a page must not get to: by number, by name, at another port, at another host. */
export function forbiddenPlaces(internal: number, site: number): string[] {
  const numbers = [
    '127.0.0.1',
    'localhost',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.0.0.1.',
    'inward.test',
    'site.test',
    'www.site.test',
    '10.0.0.1',
    '169.254.169.254',
  ];
  return [
    ...numbers.map((host) => `http://${host}:${internal}/`),
    `https://127.0.0.1:${internal}/`,
    `http://other.test:${site}/outside/`,
    `http://127.0.0.1:${site}/outside/`,
    'http://inward.test/',
  ];
}

export function webRtc(port: number): string {
  return `<script>{ const c = new RTCPeerConnection({ iceServers: [{ urls: ['stun:127.0.0.1:${port}', 'turn:127.0.0.1:${port}?transport=udp'], username: 'a', credential: 'b' }] });
    globalThis.candidates = []; c.onicecandidate = (e) => e.candidate && candidates.push(e.candidate.candidate);
    c.createDataChannel('x'); c.createOffer().then((o) => c.setLocalDescription(o));
    setTimeout(() => { document.body.dataset.candidates = candidates.length }, 1000); }</script>`;
}
