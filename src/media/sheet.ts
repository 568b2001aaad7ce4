import type { Canvas } from '@napi-rs/canvas'
import { encodePicture, resizePicture } from '#media/picture.ts'

/**
 * A JPEG, a copy with half its width and height, and its parts if it shows several pictures. Sides
 * are in pixels.
 */
export type Sheet = {
  picture: Uint8Array
  width: number
  height: number
  small: Uint8Array
  smallWidth: number
  smallHeight: number
  parts: Uint8Array[]
}

/** Encodes a canvas, a half-size copy and each part as JPEG. */
export function encodeSheet(canvas: Canvas, parts: readonly Canvas[]): Sheet {
  const { width, height } = canvas
  const small = resizePicture(canvas, Math.round(width / 2), Math.round(height / 2))
  return {
    picture: encodePicture(canvas, 'jpeg'),
    width,
    height,
    small: encodePicture(small, 'jpeg'),
    smallWidth: small.width,
    smallHeight: small.height,
    parts: parts.map(part => encodePicture(part, 'jpeg'))
  }
}
