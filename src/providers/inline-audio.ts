import type { FieldValues } from '#core/condition.ts'
import type { MediaOutput } from '#core/provider.ts'
import type { VendorAnswer } from '#providers/vendor-media.ts'
import { protocolProblem } from '#providers/vendor-problem.ts'

/**
 * Makes an output of a song or of speech that is inside the answer, in Base64.
 * @param told the other values of the output
 * @throws Problem `api_error` if there is none
 */
export function inlineAudio({ audio }: VendorAnswer, told: FieldValues): MediaOutput {
  if (typeof audio !== 'string' || audio === '') throw protocolProblem()
  const bytes = new Uint8Array(Buffer.from(audio, 'base64'))
  return { values: { ...told }, files: { audio_url: { bytes } } }
}
