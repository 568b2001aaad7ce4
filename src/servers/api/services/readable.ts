import type { Json } from '#core/json.ts'
import { fieldNames, type Fields } from '#core/field.ts'
import type { Submission } from '#core/provider.ts'
import type { Config } from '#servers/config.ts'
import { sniffType } from '#servers/files/content-type.ts'
import type { FileStore } from '#servers/files/store-type.ts'
import type { InputReader } from '#servers/api/services/inputs.ts'
import { isReachable } from '#servers/api/services/reachable.ts'

/**
 * Turns an address into one that a vendor can read.
 * @param most maximum bytes of the file
 * @param inline the vendor reads no addresses
 */
export type AddressConverter = (
  address: string,
  most: number,
  signal: AbortSignal,
  inline?: boolean
) => Promise<string>

type Needs = {
  config: Pick<Config, 'hosts'>
  files: Pick<FileStore, 'isOurs' | 'isExample'>
  inputs: Pick<InputReader, 'read'>
}

/**
 * Replaces our own files by their bytes, unless the internet can reach our addresses. Foreign
 * addresses stay, unless the vendor reads no addresses.
 * @throws Problem `content_too_large`; `bad_request` for a deleted file
 */
export function createAddressConverter({ config, files, inputs }: Needs): AddressConverter {
  const open = isReachable(config.hosts.api)
  return async (address, most, signal, inline = false) => {
    if (address.startsWith('data:')) return address
    const own = address.startsWith('/')
    if (open && !inline) return own ? new URL(address, config.hosts.api ?? undefined).href : address
    const here = own || (await files.isOurs(address)) || (await files.isExample(address))
    if (!here && !inline) return address
    const bytes = Buffer.from(await inputs.read(address, signal, most))
    return `data:${sniffType(bytes) ?? 'application/octet-stream'};base64,${bytes.toString('base64')}`
  }
}

/** Returns the values with readable addresses. */
export async function readableValues(
  fields: Fields,
  values: Readonly<Record<string, Json>>,
  signal: AbortSignal,
  readable: AddressConverter
): Promise<Record<string, Json>> {
  const whole: Record<string, Json> = { ...values }
  for (const name of fieldNames(fields, 'file')) {
    const [field, value] = [fields[name], values[name]]
    if (field?.type !== 'file' || value === undefined) continue
    const found = await Promise.all(
      [value].flat().map(each => readable(String(each), field.bytes, signal))
    )
    whole[name] = Array.isArray(value) ? found : (found[0] ?? value)
  }
  return whole
}

/** Bytes of the largest result that a vendor gets again. */
const LARGEST = 100 * 1024 * 1024

/**
 * Returns earlier results with readable addresses in the values that the vendor reads.
 * @param reads names of these values, by the field that refers to the result
 */
export async function readableEarlier(
  reads: Readonly<Record<string, readonly string[]>> = {},
  earlier: Submission['earlier'],
  signal: AbortSignal,
  readable: AddressConverter
): Promise<Submission['earlier']> {
  const whole: Record<string, Readonly<Record<string, Json>>[]> = {}
  for (const [field, outputs] of Object.entries(earlier))
    whole[field] = await Promise.all(
      outputs.map(output =>
        readOut(output, reads[field] ?? [], address => readable(address, LARGEST, signal))
      )
    )
  return whole
}

async function readOut(
  output: Readonly<Record<string, Json>>,
  names: readonly string[],
  read: (address: string) => Promise<string>
): Promise<Record<string, Json>> {
  const files = names.flatMap(name =>
    typeof output[name] === 'string' && output[name] !== '' ? [[name, output[name]] as const] : []
  )
  return {
    ...output,
    ...Object.fromEntries(
      await Promise.all(files.map(async ([name, address]) => [name, await read(address)]))
    )
  }
}
