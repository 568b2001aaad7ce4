import { callVendorForFile, callVendor, rejectPolling } from '#providers/vendor-call.ts'
import { vendorForm } from '#providers/vendor-form.ts'
import type { Transport } from '#providers/vendor-media.ts'

/**
 * Calls ElevenLabs, which answers with the song, speech or transcript itself. An answer with sound
 * becomes `{ audio }`, in Base64. Source: the package `@elevenlabs/elevenlabs-js` 2.73.0 of
 * November 2026, "music", "textToSpeech" and "speechToText".
 */
export const elevenlabsTransport: Transport = {
  async submit({ path, body }, upstream) {
    const call = { method: 'POST', headers: { 'xi-api-key': upstream.apiKey } } as const
    if (path === 'speech-to-text')
      return { answer: await callVendor(upstream, path, { ...call, body: vendorForm(body) }) }
    const headers = { ...call.headers, accept: 'audio/*, application/json' }
    const type = /^(audio\/|application\/octet-stream)/
    return {
      answer: { audio: await callVendorForFile(upstream, path, { ...call, headers, body, type }) }
    }
  },
  poll: rejectPolling
}
