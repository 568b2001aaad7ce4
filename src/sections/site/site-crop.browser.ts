import {
  type CropBox,
  cropText,
  largestBox,
  moveBox,
  resizeBox,
  sizeOf
} from '#sections/site/crop-box.browser.ts'

/**
 * Distance that an arrow key moves the crop, as a fraction of the image. With Shift it is ten times
 * as far.
 */
const STEP = 0.01

/** Longest side of the image on the page, in CSS pixels. */
const LONGEST = 320

type Parts = {
  canvas: HTMLCanvasElement
  size: HTMLInputElement
  stage: HTMLElement
  sent: HTMLInputElement
  file: HTMLInputElement
}

/**
 * Lets an admin choose the crop of an image by mouse, touch or keyboard. Without this script the
 * server keeps the middle.
 */
export function improveCrops(root: Document): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-crop]')) {
    const parts = partsOf(form)
    const shape = Number(form.dataset['crop'])
    if (parts === null || !(shape > 0)) continue
    parts.file.addEventListener('change', () => void choose(root, form, parts, shape))
  }
}

function partsOf(form: HTMLFormElement): Parts | null {
  const [canvas, stage] = [
    form.querySelector('canvas'),
    form.querySelector<HTMLElement>('[data-crop-stage]')
  ]
  const [size, sent, file] = ['[data-crop-size]', '[name=crop]', '[type=file]'].map(each =>
    form.querySelector<HTMLInputElement>(each)
  )
  return canvas && stage && size && sent && file ? { canvas, stage, size, sent, file } : null
}

const ends = new WeakMap<HTMLFormElement, AbortController>()

async function choose(
  root: Document,
  form: HTMLFormElement,
  parts: Parts,
  shape: number
): Promise<void> {
  ends.get(form)?.abort()
  const { file, sent, stage } = parts
  sent.value = ''
  const [chosen] = file.files ?? []
  // If the browser cannot decode the file, the server refuses it.
  const picture = chosen === undefined ? null : await createImageBitmap(chosen).catch(() => null)
  // The admin may choose another file while a large one is being decoded.
  if (chosen !== file.files?.[0]) return picture?.close()
  stage.hidden = picture === null
  if (picture === null) return
  const end = new AbortController()
  ends.set(form, end)
  begin(root, form, parts, {
    picture,
    ratio: shape / (picture.width / picture.height),
    signal: end.signal
  })
}

function begin(
  root: Document,
  form: HTMLFormElement,
  parts: Parts,
  work: { picture: ImageBitmap; ratio: number; signal: AbortSignal }
): void {
  const { canvas, size, sent } = parts
  const { picture, ratio, signal } = work
  const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height))
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  let box = largestBox(ratio)
  const take = (next: CropBox): void => {
    box = next
    sent.value = cropText(box)
    size.value = String(Math.round(sizeOf(box, ratio) * 100))
    draw(canvas, picture, box)
    preview(root, form, picture, box)
  }
  take(box)
  size.addEventListener('input', () => take(resizeBox(box, ratio, Number(size.value) / 100)), {
    signal
  })
  canvas.addEventListener(
    'keydown',
    event => void (byKey(event, box, ratio, take) && event.preventDefault()),
    { signal }
  )
  canvas.addEventListener('pointerdown', event => canvas.setPointerCapture(event.pointerId), {
    signal
  })
  canvas.addEventListener(
    'pointermove',
    event => {
      if (!canvas.hasPointerCapture(event.pointerId)) return
      const { width, height } = canvas.getBoundingClientRect()
      take(moveBox(box, event.movementX / width, event.movementY / height))
    },
    { signal }
  )
}

/** @returns whether the key was handled */
function byKey(
  { key, shiftKey }: KeyboardEvent,
  box: CropBox,
  ratio: number,
  take: (box: CropBox) => void
): boolean {
  const step = shiftKey ? STEP * 10 : STEP
  const moves: Record<string, CropBox> = {
    ArrowLeft: moveBox(box, -step, 0),
    ArrowRight: moveBox(box, step, 0),
    ArrowUp: moveBox(box, 0, -step),
    ArrowDown: moveBox(box, 0, step),
    '+': resizeBox(box, ratio, sizeOf(box, ratio) + step),
    '-': resizeBox(box, ratio, sizeOf(box, ratio) - step)
  }
  const next = moves[key]
  if (next !== undefined) take(next)
  return next !== undefined
}

function draw(canvas: HTMLCanvasElement, picture: ImageBitmap, box: CropBox): void {
  const pen = canvas.getContext('2d')
  if (pen === null) return
  const { width, height } = canvas
  const [left, top, across, down] = [
    box.left * width,
    box.top * height,
    box.width * width,
    box.height * height
  ]
  pen.clearRect(0, 0, width, height)
  pen.drawImage(picture, 0, 0, width, height)
  pen.fillStyle = 'rgb(0 0 0 / 0.6)'
  pen.fillRect(0, 0, width, height)
  pen.drawImage(picture, ...source(picture, box), left, top, across, down)
  pen.strokeStyle = '#fff'
  pen.lineWidth = 2
  pen.strokeRect(left + 1, top + 1, Math.max(0, across - 2), Math.max(0, down - 2))
}

/** Shows the crop wherever the page shows this image of the site. */
function preview(root: Document, form: HTMLFormElement, picture: ImageBitmap, box: CropBox): void {
  const shown = root.querySelectorAll<HTMLImageElement>(
    `[data-preview-picture="${form.dataset['kind'] ?? ''}"]`
  )
  if (shown.length === 0) return
  const canvas = root.createElement('canvas')
  const [x, y, width, height] = source(picture, box)
  canvas.width = Math.max(1, Math.round(Math.min(width, 400)))
  canvas.height = Math.max(1, Math.round((canvas.width * height) / width))
  canvas
    .getContext('2d')
    ?.drawImage(picture, x, y, width, height, 0, 0, canvas.width, canvas.height)
  const address = canvas.toDataURL()
  for (const each of shown) each.src = address
}

function source({ width, height }: ImageBitmap, box: CropBox): [number, number, number, number] {
  return [
    box.left * width,
    box.top * height,
    Math.max(1, box.width * width),
    Math.max(1, box.height * height)
  ]
}
