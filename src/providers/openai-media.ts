import { callVendor, rejectPolling } from '#providers/vendor-call.ts'
import { vendorForm } from '#providers/vendor-form.ts'
import type { Transport } from '#providers/vendor-media.ts'

/** Endpoints that take files, and therefore a form instead of JSON. */
const FORMS: readonly string[] = ['images/edits', 'audio/transcriptions']

/**
 * OpenAI's images, speech and transcriptions, which are in the answer itself. Source: the API
 * reference in the package `openai` 7.59.0 of November 2026, "Images", "Chat" and "Audio".
 */
export const openaiMedia: Transport = {
  async submit({ path, body }, upstream) {
    const answer = await callVendor(upstream, path, {
      method: 'POST',
      headers: { authorization: `Bearer ${upstream.apiKey}` },
      body: FORMS.includes(path) ? vendorForm(body) : body
    })
    return { answer }
  },
  poll: rejectPolling
}
