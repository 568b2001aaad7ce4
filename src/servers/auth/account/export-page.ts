import { directionOf, type Locale } from '#i18n/locale.ts'
import { groupTranslator } from '#i18n/sentences.server.ts'
import { archivePath, readFinishedFiles } from '#servers/auth/account/export-files.ts'
import { exportConversations } from '#servers/auth/account/export-lists.ts'
import { toByteStream } from '#servers/auth/account/write-json.ts'
import type { Queries } from '#servers/lib/database/queries.ts'
import { escapeMarkup } from '#servers/lib/escape.ts'

/** A conversation of {@link exportConversations}. Its messages are read one by one. */
type Chat = { title: string; model: string; created_at: string; messages: AsyncIterable<Message> }
type Message = { role: string; model: string | null; content: unknown; created_at: string }

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
pre{font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;margin:0 0 1rem}summary{cursor:pointer}li{overflow-wrap:anywhere}`

/**
 * Writes the page of an archive that people open first: all chats to read, and links to all files.
 * It loads nothing and runs no script.
 * @param of the user, and the language of the page's few own words
 */
export function exportPage(
  db: Queries,
  of: { userId: string; email: string; locale: Locale; day: string }
): ReadableStream<Uint8Array> {
  return toByteStream(pieces(db, of))
}

async function* pieces(
  db: Queries,
  { userId, email, locale, day }: Parameters<typeof exportPage>[1]
): AsyncGenerator<string> {
  const title = groupTranslator(locale, 'auth')('auth.account.data.title')
  const t = groupTranslator(locale, 'user')
  yield `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escapeMarkup(title)}</title>
<style>${STYLE}</style>
<h1>${escapeMarkup(title)}</h1>
<p><bdi>${escapeMarkup(email)}</bdi> · ${day} · <a href="account.json">account.json</a></p>
<h2>${escapeMarkup(t('user.kept.chats'))}</h2>\n`
  for await (const chat of exportConversations(db, userId)) yield* chatPieces(chat as Chat)
  yield `<h2>${escapeMarkup(t('user.kept.results'))}</h2>\n<ul>\n`
  for await (const row of readFinishedFiles(db, userId)) {
    const address = archivePath(row).split('/').map(encodeURIComponent).join('/')
    const date = new Date(row.created_at).toISOString().slice(0, 10)
    yield `<li><a href="${address}"><bdi>${escapeMarkup(row.name)}</bdi></a> · ${date}</li>\n`
  }
  yield '</ul>\n</html>\n'
}

async function* chatPieces({ title, model, created_at, messages }: Chat): AsyncGenerator<string> {
  const name = escapeMarkup(title === '' ? model : title)
  yield `<details><summary><bdi>${name}</bdi> · ${created_at.slice(0, 10)}</summary>\n`
  for await (const { role, model: by, content, created_at: at } of messages) {
    const author = role === 'assistant' ? (by ?? model) : '▸'
    const time = at.slice(0, 16).replace('T', ' ')
    yield `<p><b>${escapeMarkup(author)}</b> · ${time}</p><pre dir="auto">${escapeMarkup(textOf(content))}</pre>\n`
  }
  yield '</details>\n'
}

/** Returns the text of a message. Its images and files are named by their addresses. */
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return JSON.stringify(content)
  return content.map(part => partText(part as Record<string, unknown>)).join('\n')
}

function partText({ text, name, image_url, file_url }: Record<string, unknown>): string {
  const said = [text, name, image_url, file_url].find(each => typeof each === 'string')
  return typeof said === 'string' ? said : ''
}
