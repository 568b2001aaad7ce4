import { useState } from 'react'
import type { FileField } from '#core/field.ts'
import type { Json } from '#core/json.ts'
import type { ControlProps } from '#ui/tool/parts.ts'

/** The image that was cropped, and its mask if it had one. */
type Before = { address: string; mask: Json | undefined }

/**
 * Replaces images of a field by crops, and back.
 * @param kept addresses of the field's files
 */
export function useCrops(
  { name, field, parts }: ControlProps<FileField>,
  kept: readonly string[]
): {
  /** Tells whether the form has a mask of this image, which is the first of its field. */
  hasMask(address: string): boolean
  isCropped(address: string): boolean
  crop(address: string, file: File): Promise<void>
  undo(address: string): void
} {
  const { action, values, onField, onFiles } = parts
  const [crops, setCrops] = useState<Readonly<Record<string, Before>>>({})
  const [masked] =
    Object.entries(action.fields).find(
      ([, other]) => other.type === 'file' && other.masks === name
    ) ?? []
  const maskOf = (address: string): Json | undefined =>
    masked === undefined || address !== kept[0] ? undefined : values[masked]
  return {
    hasMask: address => maskOf(address) !== undefined,
    isCropped: address => Object.hasOwn(crops, address),
    async crop(address, file) {
      const mask = maskOf(address)
      const [sent] = (await onFiles(name, field, [file], '', address)) ?? []
      if (sent !== undefined) setCrops(before => ({ ...before, [sent]: { address, mask } }))
    },
    undo(address) {
      const before = crops[address]
      if (before === undefined) return
      const all = kept.map(each => (each === address ? before.address : each))
      onField(name, field.max > 1 || field.list ? all : before.address)
      if (masked !== undefined && before.mask !== undefined) onField(masked, before.mask)
    }
  }
}
