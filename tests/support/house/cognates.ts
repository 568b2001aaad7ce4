import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SERVICES } from '#catalog/index.ts'

const ENGLISH = join(import.meta.dirname, '../../../locales/en')

/**
 * Names of products, keyboard keys and styles. They are the same everywhere, or in every
 * Latin script. Titles of services are not listed: see {@link fitPageTitle}.
 */
const NAMES = `
    Alipay | Alt | Anime | Bauhaus | Ctrl | Discord | Esc | Full HD | GitHub | Glitch | Gongbi | Google | Hanfu | Polymuse | Pro |
    Clarity | Eleven v3 | GPT-Audio 1.5 | Kokoro | MiniMax H3 | MiniMax Speech 2.8 HD | MiniMax Speech-02 Turbo | Raw |
    Ray 2 | Ray 2 Flash | Ray 3.2 | SMS | SeedVR2 | Shift | Stripe | Turbo | WeChat | WeChat Pay
`

/**
 * Words that each language shares with English, or that its glossary borrows. Any other English
 * text counts as untranslated.
 */
const COGNATES: Readonly<Record<string, string>> = {
  de: `
    DEMO | Admin | Admins | Audio | Auto | Body | Branding | Callbacks | chat | Chat | Chats |
    Code | Codes | Collage | Comic | Cover | Credits | Cyberpunk | Details | Gouache |
    Horizontal | Instrumental | Kindergarten | Limit | Link | Logo | Loop | Mashup |
    Material | Moderation | Moodboard | Name | Normal | OpenAPI | Original | Passkey |
    Passkeys | Pause | Person | Plan | Player | Plus | Position | Prompt | Sample | Sandbox |
    Seed | Song | Standard | Status | Streaming | Support | System | Text | Tool | Tools | Uploads |
    Variation | Variation 1 | Variation 2 | Variation 3 | Variation 4 | Version | Video | Videos | Video 1 | Video 2 | Video 3 |
    Video 4 | warm | Website | Websites | Zoom | Orange
  `,
  pt: `
    DEMO | Admins | Art nouveau | Auto | Callbacks | Chat | Cover | Cyberpunk | E-mail | Endpoints | Flat design |
    Floral | Global | Horizontal | Instrumental | Item | Link | Logo | Loop | Macro | Mashup | Material |
    Moodboard | Niji (anime) | Normal | OpenAPI | Original | Pan | Pixel art | Player | Prompt | QR code |
    Sample | Sandbox | Seed | Site | Sites | Squircle | Status | Streaming | Tags | Tilt | Tilt-shift | Total |
    Upload | Vertical | Volume | Zoom | {{name}} (sandbox) | {{kind}} (demo) | {{tokens}} token |
    {{tokens}} tokens
  `,
  es: `
    DEMO | Admins | Art nouveau | Audio | Auto | Callbacks | Chat | Chats | Collage | Cover | Endpoints | Error |
    Floral | Global | Gouache | Horizontal | Instrumental | Macro | Mashup | Material | Moodboard |
    Niji (anime) | Normal | OpenAPI | Original | Pixel art | Plan | Prompt | Sample | Sandbox | Squircle |
    Streaming | Tilt-shift | Total | Vertical | Video | Videos | Video 1 | Video 2 | Video 3 | Video 4 | Zoom | chat |
    {{name}} (sandbox) | {{kind}} (demo) | {{tokens}} token | {{tokens}} tokens
  `,
  fr: `
    Action | Actions | Active | Admins | Art nouveau | Audio | Auto | Bioluminescence |
    Callbacks | Centre | Chat | Code | Codes | Collage | Concept art | Condition | Console |
    conversation | Conversations | Cyberpunk | Date | Description | E-mail | Endpoints |
    Flat design | Floral | Gouache | Guides | Horizontal | Image | Images | Instructions |
    Instrumental | Invitations | Logo | Macro | Mashup | Maximum | Mode | Moodboard | Normal |
    Note | OpenAPI | Original | Pages | Pause | Photo | Pixel art | Portraits | Position |
    Prompt | QR code | Question | Rotation | Sample | Seed | Service | Services | Site | Sites |
    Source | Standard | Streaming | Style | Stylisation | Tilt-shift | Total | Type |
    Variation | Variation 1 | Variation 2 | Variation 3 | Variation 4 | Version | Versions | Vertical |
    Volume | Zoom | {{count}} messages | {{tokens}} token | {{tokens}} tokens | Orange
  `,
  it: `
    Art nouveau | Audio | Auto | Camera | Chat | Chiaroscuro | Collage | Concept art | Console |
    Cover | Cyberpunk | DEMO | Database | Email | File | Flat design | Formula | Gouache | Input |
    Link | Logo | Loop | Macro | Mashup | Moodboard | Niji (anime) | OpenAPI | Output | Passkey |
    Password | Pixel art | Privacy | Prompt | Sandbox | Seed | Squircle | Standard | Streaming |
    Tilt-shift | Video | Video 1 | Video 2 | Video 3 | Video 4 | Volume | Zoom | chat |
    {{name}} (sandbox) | {{count}} passkey | {{kind}} (demo) | {{tokens}} token
  `,
  pl: `
    DEMO | Audio | Auto | Concept art | Cyberpunk | E-mail | Film | Flat design | Limit | Link | Logo | Mashup | Model | Moodboard |
    Niji (anime) | Operator | Pixel art | Plan | Plus | Prompt | Sandbox | Seed | Status | Tilt-shift | Zoom |
    {{name}} (sandbox) | {{kind}} (demo) | {{tokens}} token
  `,
  fi: `
    DEMO | Art deco | Chat | Chiaroscuro | Logo | Mashup | Niji (anime) | OpenAPI | Plus |
    Tilt-shift | Video | Video 1 | Video 2 | Video 3 | Video 4 | {{kind}} (demo) | {{tokens}} token
  `,
  sv: `
    DEMO | Admin | Auto | Body | Callbacks | Chiaroscuro | Cyberpunk | Endpoints | Expressionism |
    Global | Gouache | Impressionism | Instrumental | Loop | Mashup | Mask | Material | Moodboard |
    Niji (anime) | Normal | OpenAPI | Original | Period | Person | Plan | Plus | Position | Process {{name}} |
    Prompt | Rotation | Seed | Squircle | Standard | Status | Support | Surrealism | System | Text |
    Tilt-shift | Version | Video | Video 1 | Video 2 | Video 3 | Video 4 | text | {{kind}} (demo) |
    {{price}} per megapixel |
    {{tokens}} token | {{tokens}} tokens | Orange
  `,
  el: `
    Concept art | Cyberpunk | Email | Endpoints | Moodboard | OpenAPI | Pixel art | Prompt |
    Remaster | Sandbox | Seed | {{name}} (sandbox) | {{tokens}} token
  `
}

const listed = (list = ''): string[] =>
  list.split('|').map(each => each.trim().replace(/\s*\n\s*/g, ' '))

/** Returns the English title of a service, which is the name of a product. */
function titleOf(id: string): string {
  const words = JSON.parse(readFileSync(join(ENGLISH, `${id}.json`), 'utf8')) as Record<
    string,
    string
  >
  return words[`${id}.title`] ?? ''
}

/** The product names. Chat is not one: it is a word, and each language has its own. */
const PRODUCTS = SERVICES.filter(({ medium }) => medium !== 'chat').map(({ id }) => titleOf(id))

const cognatesOf = (locale: string): Set<string> =>
  new Set([...listed(NAMES), ...PRODUCTS, ...listed(COGNATES[locale])])

/**
 * Tells whether a text is the name of a model, which begins with the name of its product. A text
 * with a note in parentheses is not one, since the note must be translated.
 */
const isModelName = (key: string, text: string): boolean =>
  key.includes('.option.model.') &&
  PRODUCTS.some(title => text.toLowerCase().startsWith(title.toLowerCase())) &&
  !text.includes('(')

/** These keys hold names that are the same in every Latin script. */
const PEOPLE = /\.option\.(elements\.artist|voice)\./
/** Does a text contain a word? Code, placeholders and two-letter acronyms do not count. */
const hasWord = (text: string): boolean =>
  /\p{L}{3,}/u.test(text.replace(/\{\{\w+\}\}|`[^`]*`/g, ' '))

/** Is a text still English, though it is not a known cognate of the language? */
export function isEnglish(locale: string, key: string, text: string, english: string): boolean {
  return (
    locale !== 'en' &&
    text === english &&
    hasWord(text) &&
    !PEOPLE.test(key) &&
    !isModelName(key, text) &&
    !cognatesOf(locale).has(text)
  )
}

/**
 * Finds words listed for a language that none of its strings uses any longer.
 * @param texts all of its strings
 */
export function staleCognates(locale: string, texts: ReadonlySet<string>): string[] {
  return listed(COGNATES[locale]).filter(each => each !== '' && !texts.has(each))
}
