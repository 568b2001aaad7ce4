import type { ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { ModelFields } from '#contract/chat-model.ts'
import { microToCredits, creditsToMicro, type TokenPrice } from '#core/money.ts'

/** The fields of a model in an operator's file: those of the models page, and a few more. */
export type ModelFileEntry = ModelFields & {
  is_temperature_supported?: boolean | null | undefined
  max_output?: number | null | undefined
}

/** Merges a change in the API's form into the stored changes; null removes a field. */
export function mergeModelChange(before: ModelChanges, change: ModelFileEntry): ModelChanges {
  const {
    price,
    cost,
    is_file_supported,
    is_image_supported,
    is_tool_supported,
    is_temperature_supported,
    max_output,
    ...same
  } = change
  const given = {
    ...same,
    price: price == null ? price : toThousand(price),
    cost: cost == null ? cost : toThousand(cost),
    isFileSupported: is_file_supported,
    isImageSupported: is_image_supported,
    isToolSupported: is_tool_supported,
    isTemperatureSupported: is_temperature_supported,
    maxOutput: max_output
  }
  const now = {
    ...before,
    ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  }
  return Object.fromEntries(
    Object.entries(now).filter(([, value]) => value !== null && value !== '')
  )
}

/** Converts credits or dollars per million tokens to millionths of them per 1,000 tokens. */
function toThousand({ input, output }: TokenPrice): TokenPrice {
  return {
    input: Math.round(creditsToMicro(input) / 1000),
    output: Math.round(creditsToMicro(output) / 1000)
  }
}

/** Converts millionths per 1,000 tokens to credits or dollars per million tokens. */
export function perMillionTokens({ input, output }: TokenPrice): TokenPrice {
  return { input: microToCredits(input * 1000), output: microToCredits(output * 1000) }
}
