import type { QRCodeMaskPattern, QRCodeToDataURLOptions } from 'qrcode'

const LEVELS = ['L', 'M', 'Q', 'H'] as const
const TYPES = ['png', 'jpeg', 'webp'] as const

/** Options for drawing a code. The default of each option keeps the code small and easy to read. */
export type QrOptions = {
  /** 1 to 40. The version decides how many modules (squares) the code has. */
  version?: number
  /** The share of the code that may be damaged: L 7 %, M 15 %, Q 25 %, H 30 %. */
  errorCorrection?: (typeof LEVELS)[number]
  /** 0 to 7; the pattern that is laid over the code. */
  mask?: QRCodeMaskPattern
  type?: (typeof TYPES)[number]
  /** 0 to 1, for jpeg and webp. */
  quality?: number
  /** Side length in pixels. */
  width?: number
  /** `#rrggbb` or `#rrggbbaa`. */
  dark?: string
  light?: string
}

/** Reasons why a code cannot be drawn; `common.qr.` has a sentence for each. */
export type QrProblem = 'empty' | 'too_big' | 'invalid' | 'failed'

/**
 * Draws a text as a QR code. It loads the library on first use.
 * @returns the image as a data URL
 * @throws QrError
 */
export async function drawQr(text: string, options: QrOptions): Promise<string> {
  if (text === '') throw new QrError('empty')
  const settings = qrSettings(options)
  try {
    const { toDataURL } = await import('qrcode')
    return await toDataURL(text, settings)
  } catch (thrown) {
    throw new QrError(isTooBig(thrown) ? 'too_big' : 'failed', thrown)
  }
}

export class QrError extends Error {
  readonly problem: QrProblem

  constructor(problem: QrProblem, cause?: unknown) {
    super(problem, { cause })
    this.name = 'QrError'
    this.problem = problem
  }
}

/**
 * Converts the options for the library, which would silently ignore unknown values.
 * @throws QrError `invalid`
 */
export function qrSettings(options: QrOptions): QRCodeToDataURLOptions {
  const { version, errorCorrection, mask, type = 'png', quality, width, dark, light } = options
  if (!isWhole(version, 1, 40) || !isWhole(mask, 0, 7) || !isWithin(quality, 0, 1))
    throw new QrError('invalid')
  if (!isOneOf(TYPES, type) || !isOneOf(LEVELS, errorCorrection)) throw new QrError('invalid')
  return {
    type: `image/${type}`,
    ...(version !== undefined && { version }),
    ...(errorCorrection !== undefined && { errorCorrectionLevel: errorCorrection }),
    ...(mask !== undefined && { maskPattern: mask }),
    ...(width !== undefined && { width }),
    ...(quality !== undefined && { rendererOpts: { quality } }),
    color: { dark: dark ?? '#000000', light: light ?? '#ffffff' }
  }
}

function isWhole(value: number | undefined, least: number, most: number): boolean {
  return isWithin(value, least, most) && (value === undefined || Number.isInteger(value))
}

function isOneOf<T>(known: readonly T[], value: T | undefined): boolean {
  return value === undefined || known.includes(value)
}

function isWithin(value: number | undefined, least: number, most: number): boolean {
  return value === undefined || (value >= least && value <= most)
}

/**
 * Detects the library's errors for a text that is too long, for any code or for the requested
 * version. The library has no error code, only English messages.
 */
function isTooBig(thrown: unknown): boolean {
  return thrown instanceof Error && /too big|cannot contain/.test(thrown.message)
}
