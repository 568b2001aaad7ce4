/** Tells whether the device is held in the hand: its main pointer is a finger. */
export function isHandHeld(): boolean {
  return matchMedia('(pointer: coarse)').matches
}
