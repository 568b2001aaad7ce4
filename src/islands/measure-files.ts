import { loadImageSize } from '#client/image-size.ts'
import type { FieldValues } from '#core/condition.ts'
import { fileMeasures, roundedMeasure, type FileUnit } from '#core/measure.ts'
import type { Service } from '#core/service.ts'
import { $form, currentForm } from '#stores/tool-form.ts'

/** Measured amounts by unit and file address; null during a measurement and after a failed one. */
const known = new Map<string, number | null>()

/**
 * Measures the files of a form whose length or size decides the price, so that the button shows the
 * exact price. The server measures them again. Watching the same form twice is harmless.
 * @returns a function that stops it
 */
export function watchMeasures(service: Service): () => void {
  const show = (): void => {
    const form = currentForm(service)
    const given = form.given[form.verb] ?? {}
    const { fields = {}, price = [] } = service.actions?.[form.verb] ?? {}
    const measured: Record<string, number> = {}
    for (const { name, field, unit } of fileMeasures(price)) {
      const address = given[field]
      if (typeof address !== 'string' || fields[field]?.type !== 'file') continue
      const key = `${unit} ${address}`
      const amount = known.get(key)
      if (typeof amount === 'number') measured[name] = amount
      if (amount !== undefined) continue
      known.set(key, null)
      void measureFile(address, unit).then(found => {
        known.set(key, found)
        show()
      })
    }
    if (!isSame(form.measured ?? {}, measured)) $form.set({ ...form, measured })
  }
  show()
  return $form.listen(show)
}

function isSame(one: FieldValues, other: FieldValues): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** @returns seconds or megapixels; null for a file that this browser cannot read */
async function measureFile(address: string, unit: FileUnit): Promise<number | null> {
  const amount = await (unit === 'seconds' ? secondsOf(address) : megapixelsOf(address))
  return Number.isFinite(amount) && amount > 0 ? roundedMeasure(unit, amount) : null
}

async function megapixelsOf(address: string): Promise<number> {
  const [width, height] = (await loadImageSize(address)) ?? [0, 0]
  return (width * height) / 1e6
}

function secondsOf(address: string): Promise<number> {
  const media = document.createElement('video')
  media.preload = 'metadata'
  media.crossOrigin = 'anonymous'
  const length = new Promise<number>(resolve => {
    media.addEventListener('loadedmetadata', () => resolve(media.duration))
    media.addEventListener('error', () => resolve(NaN))
  })
  media.src = address
  return length
}
