import { hasValue } from '#core/condition.ts'
import type { ChoiceField, Field, FileField, IdField, IssueCode, NumberField } from '#core/field.ts'
import type { Json } from '#core/json.ts'

export function valueSizes(value: Json | undefined): number[] {
  if (typeof value === 'number') return [value]
  return sidesOf(value) ?? [(value as string | Json[]).length]
}

/** Returns the width and height of `1024x768`. */
function sidesOf(value: unknown): number[] | null {
  const [, ...sides] = (typeof value === 'string' && /^(\d{1,5})[x×](\d{1,5})$/i.exec(value)) || []
  return sides.length === 2 ? sides.map(Number) : null
}

type Read = { value: Json } | { issue: IssueCode }

export function readValue(field: Field, given: unknown): Read {
  switch (field.type) {
    case 'text':
      // Half a surrogate pair would not survive a database, so it is replaced.
      return typeof given === 'string'
        ? within(given.toWellFormed(), field.max)
        : { issue: 'wrong_type' }
    case 'id':
      return readIds(field, given)
    case 'choice':
      return readChoice(field, given)
    case 'number':
      return readNumber(field, given)
    case 'switch':
      return typeof given === 'boolean' ? { value: given } : { issue: 'wrong_type' }
    case 'file':
      return readFiles(field, given)
  }
}

function within(text: string, max: number): Read {
  // No character has more than two units, so a far longer text need not be counted.
  return text.length <= max * 2 && countCharacters(text) <= max
    ? { value: text }
    : { issue: 'too_long' }
}

/** Counts code points, so that a simple emoji is one character. */
export function countCharacters(text: string): number {
  return [...text].length
}

function readChoice(field: ChoiceField, given: unknown): Read {
  if (field.max === undefined) return readOption(field, given)
  const all = [given].flat().map(each => readOption(field, each))
  const wrong = all.find(each => 'issue' in each)
  const chosen = new Set(all.flatMap(each => ('value' in each ? [each.value] : [])))
  return wrong ?? (chosen.size > field.max ? { issue: 'too_many' } : { value: [...chosen] })
}

/** Finds the option that a value means. Some clients send numbers as text, and text as numbers. */
export function readOption(
  { options, pixels, renamed = {}, retired = {} }: ChoiceField,
  given: unknown
): Read {
  if (typeof given !== 'string' && typeof given !== 'number') return { issue: 'wrong_type' }
  const sides = pixels === undefined ? null : sidesOf(given)
  if (pixels !== undefined && sides !== null) return readSides(pixels, sides)
  const name = renamed[String(given)] ?? given
  const wanted = retired[String(name)]?.becomes ?? name
  const found = options.find(option => String(option) === String(wanted))
  return found === undefined ? { issue: 'not_allowed' } : { value: found }
}

function readSides(
  { min, max, step }: NonNullable<ChoiceField['pixels']>,
  sides: readonly number[]
): Read {
  if (sides.some(side => side < min)) return { issue: 'too_small' }
  if (sides.some(side => side > max)) return { issue: 'too_large' }
  return sides.every(side => side % step === 0) ? { value: sides.join('x') } : { issue: 'invalid' }
}

function readNumber({ min, max, step }: NumberField, given: unknown): Read {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
  if (typeof value !== 'number' || !Number.isFinite(value)) return { issue: 'wrong_type' }
  if (value < min) return { issue: 'too_small' }
  if (value > max) return { issue: 'too_large' }
  const steps = step === undefined ? 0 : (value - min) / step
  return Math.abs(steps - Math.round(steps)) > 1e-6 ? { issue: 'invalid' } : { value }
}

/** Reads ids. Numbers are accepted too, since some vendors number their results. */
function readIds({ max = 1 }: IdField, given: unknown): Read {
  const listed: unknown[] = Array.isArray(given) ? given.filter(hasValue) : [given]
  const all = listed.map(each => (Number.isSafeInteger(each) ? String(each) : each))
  if (!all.every(each => typeof each === 'string')) return { issue: 'wrong_type' }
  if (all.length > max) return { issue: 'too_many' }
  if (all.some(each => each.length > 100)) return { issue: 'too_long' }
  return { value: max > 1 ? all : (all[0] ?? '') }
}

function readFiles({ max, list, key }: FileField, given: unknown): Read {
  const listed: unknown[] = Array.isArray(given) ? given.filter(hasValue) : [given]
  const all = listed.map(each => (key !== undefined && isObject(each) ? each[key] : each))
  if (!all.every(each => typeof each === 'string')) return { issue: 'wrong_type' }
  if (all.length > max) return { issue: 'too_many' }
  if (!all.every(isWebAddress)) return { issue: 'invalid' }
  return { value: max > 1 || list ? all : (all[0] ?? '') }
}

function isWebAddress(text: string): boolean {
  return text.length <= 4096 && URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
