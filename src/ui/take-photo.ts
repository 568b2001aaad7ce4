/**
 * Tells whether the device is held in the hand. Its own choice of images may lack the camera, as on
 * Android since version 14.
 */
export function isHandHeld(): boolean {
  return matchMedia('(pointer: coarse)').matches
}

/** Opens the camera. Call it while the user presses a button. */
export function takePhoto(onFiles: (files: readonly File[]) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = 'image/*'
  input.setAttribute('capture', 'environment')
  input.hidden = true
  input.addEventListener('change', () => {
    onFiles([...(input.files ?? [])])
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  // Safari on iOS reports no change of an input that is outside of the document.
  document.body.append(input)
  input.click()
}
