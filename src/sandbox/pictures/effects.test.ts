import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, test } from 'vitest'
import { EFFECTS, effectMotion, type EffectName } from '#sandbox/pictures/effects.ts'
import { createStage } from '#sandbox/pictures/stage.ts'

const SIDE = 120
const stage = createStage({ prompt: 'a rose', seed: 1, width: SIDE, height: SIDE })
const names = Object.keys(EFFECTS) as EffectName[]

/** Squares of two colours, so that whatever is done to it can be seen. */
const board = createCanvas(SIDE, SIDE)
const pen = board.getContext('2d')
for (let square = 0; square < 64; square++) {
  pen.fillStyle = (square + Math.floor(square / 8)) % 2 === 0 ? 'crimson' : 'gold'
  pen.fillRect((square % 8) * 15, Math.floor(square / 8) * 15, 15, 15)
}

function at(name: EffectName, progress: number): Buffer {
  const canvas = createCanvas(SIDE, SIDE)
  effectMotion(stage, name, board)(canvas.getContext('2d'), progress, progress * 5)
  return canvas.data()
}

/** Share of pixels that are another colour. */
function changed(one: Buffer, other: Buffer): number {
  let count = 0
  for (let each = 0; each < one.length; each += 4)
    if (Math.abs((one[each + 1] ?? 0) - (other[each + 1] ?? 0)) > 20) count++
  return count / (one.length / 4)
}

describe('an effect', () => {
  test.each(names)('%s begins with the picture as it is, and changes it', name => {
    expect(changed(at(name, 0), board.data())).toBeLessThan(0.02)
    const most = Math.max(
      ...[0.3, 0.5, 0.7, 0.9].map(progress => changed(at(name, progress), board.data()))
    )
    expect(most).toBeGreaterThan(0.02)
    expect(at(name, 0.6).equals(at(name, 0.6))).toBe(true)
  })

  test('is unlike every other', () => {
    const middles = names.map(name => at(name, 0.5))
    for (const [one, middle] of middles.entries())
      for (const other of middles.slice(one + 1))
        expect(changed(middle, other)).toBeGreaterThan(0.01)
  })
})
