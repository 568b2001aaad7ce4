import { growFrame, moveFrame, resizeFrame } from '#ui/mask/crop-frame.ts'
import type { Bounds, Frame, Handle } from '#ui/mask/crop-frame.ts'
import { ARROW_MOVES } from '#ui/mask/mask-keys.ts'

/** Distance of one key press, as a share of the image's longer side. */
const STEP = 0.01

/**
 * Changes a frame by keyboard: arrows move the frame, or the focused handle; with Shift they resize
 * the frame. Arrows are not mirrored in right-to-left languages, because the picture is not either.
 * @param handle the focused handle; null for the whole frame
 * @returns null for other keys
 */
export function pressCropKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  frame: Frame,
  handle: Handle | null,
  bounds: Bounds
): Frame | null {
  const [right, down] = ARROW_MOVES[key] ?? [0, 0]
  if (right === 0 && down === 0) return null
  const step = Math.max(1, Math.round(Math.max(...bounds.size) * STEP))
  const by = [right * step, down * step] as const
  if (handle !== null) return resizeFrame(frame, handle, by, bounds)
  return shiftKey ? growFrame(frame, by, bounds) : moveFrame(frame, by, bounds.size)
}
