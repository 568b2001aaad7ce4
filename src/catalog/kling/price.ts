import type { Condition } from '#core/condition.ts'
import type { PriceRule } from '#core/price.ts'

const MOVES: Condition = { field: 'action', is: 'motion' }
const SOUNDS: Condition = { field: 'generate_audio', is: true }
const FOLLOWS: Condition = { field: 'video_list', given: true }
const LONG: Condition = { field: 'duration', is: 10 }
const mode = (name: string): Condition => ({ field: 'mode', is: name })
const model = (...names: string[]): Condition => ({ field: 'model', in: names })

/** Credits for five seconds. */
const five = (credits: number, ...all: Condition[]): PriceRule => ({
  ...(all.length > 0 && { when: { all } }),
  credits,
  times: ['duration'],
  per: 5
})
/** Credits for five seconds of a model that makes five or ten. */
const fiveOrTen = (credits: number, ...all: Condition[]): PriceRule[] => [
  { when: { all: [...all, LONG] }, credits: credits * 2 },
  { ...(all.length > 0 && { when: { all } }), credits }
]
/** Credits for a second of the video from which the movements are taken. */
const moved = (credits: number, ...all: Condition[]): PriceRule => ({
  when: { all: [MOVES, ...all] },
  credits,
  times: ['video_url:seconds']
})

/** 16 credits for each US dollar at fal. Models without a known price cost as much as Kling 1.6. */
export const KLING_PRICE: readonly PriceRule[] = [
  moved(2.7, model('kling-v3'), mode('pro')),
  moved(2.1, model('kling-v3')),
  moved(1.8, mode('pro')),
  moved(1.2),
  five(33.6, mode('4k')),
  five(13.5, FOLLOWS, mode('pro')),
  five(10.1, FOLLOWS),
  five(13.5, model('kling-v3'), SOUNDS, mode('pro')),
  five(10.1, model('kling-v3'), SOUNDS),
  five(11.2, model('kling-v3-omni'), SOUNDS, mode('pro')),
  five(9, model('kling-v3-omni'), SOUNDS),
  five(9, model('kling-v3', 'kling-v3-omni', 'kling-o1'), mode('pro')),
  five(6.8, model('kling-v3', 'kling-v3-omni', 'kling-o1')),
  ...fiveOrTen(22.4, model('kling-v2-master', 'kling-v2-1-master')),
  ...fiveOrTen(11.2, model('kling-v2-6'), SOUNDS),
  ...fiveOrTen(5.6, model('kling-v2-6')),
  ...fiveOrTen(5.6, model('kling-v2-5-turbo'), mode('pro')),
  ...fiveOrTen(3.4, model('kling-v2-5-turbo')),
  ...fiveOrTen(7.6, mode('pro')),
  ...fiveOrTen(4.5, model('kling-v2-1')),
  ...fiveOrTen(3.6)
]
