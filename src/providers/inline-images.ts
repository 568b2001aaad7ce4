import type { FieldValues } from '#core/condition.ts'
import type { MediaOutput } from '#core/provider.ts'
import { pictureSize } from '#media/picture-size.ts'
import { protocolProblem } from '#providers/vendor-problem.ts'

/**
 * Makes an output of an image that came inside the answer.
 * @param base64 the bytes of the image
 * @param told the other values of the output
 * @throws Problem `api_error` for bytes that are no image
 */
export function inlineImage(base64: string, told: FieldValues): MediaOutput {
  const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
  const size = pictureSize(bytes)
  if (size === null) throw protocolProblem()
  return {
    values: { ...told, image_width: size.width, image_height: size.height },
    files: { image_url: { bytes } }
  }
}
