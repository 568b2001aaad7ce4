/**
 * Opens the camera, which the device's own choice of images may lack, as on Android since version
 * 14. Call it while the user presses a button.
 */
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
