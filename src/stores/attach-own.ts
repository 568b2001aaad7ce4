import { fetchFileFacts, fileNameIn } from '#client/own-file.ts'
import { Problem } from '#core/problem.ts'
import { $attachments, addAttachments } from '#stores/attachments.ts'

/**
 * Attaches a file of this studio to a question without another upload. The server knows its type
 * and size.
 * @param address the file's address. An image in a page may be a smaller version, which its query
 *   names
 * @param name the file's name; by default the one in its address
 */
export function attachOwnFile(draft: string, address: string, name?: string): void {
  const [url = ''] = address.split('?', 1)
  if ($attachments.get().some(each => each.draft === draft && each.url === url)) return
  addAttachments(draft, [{ name: name ?? fileNameIn(url), type: '', size: 0 }], async () => {
    const facts = await fetchFileFacts(url)
    if (facts === null) throw new Problem('not_found', { detail: 'the file is gone' })
    return { file_url: url, ...facts }
  })
}
