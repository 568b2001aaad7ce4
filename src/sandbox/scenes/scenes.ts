import type { Layer, Scene, Stage } from '#sandbox/pictures/stage.ts'
import type { Subject } from '#sandbox/pictures/vocabulary.ts'
import { city } from '#sandbox/scenes/city.ts'
import { flow } from '#sandbox/scenes/flow.ts'
import { flowers } from '#sandbox/scenes/flowers.ts'
import { geometric } from '#sandbox/scenes/geometric.ts'
import { landscape } from '#sandbox/scenes/landscape.ts'
import { portrait } from '#sandbox/scenes/portrait.ts'
import { sea } from '#sandbox/scenes/sea.ts'
import { space } from '#sandbox/scenes/space.ts'

const SCENES = { landscape, sea, city, portrait, flowers, space, geometric, flow } satisfies Record<
  Subject,
  Scene
>

/** The sheets of what a prompt asks for, the farthest first. */
export function layersOf(stage: Stage): Layer[] {
  return SCENES[stage.subject](stage)
}
