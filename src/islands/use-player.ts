import { useStore } from '@nanostores/react'
import { $playing, type Playing } from '#stores/playing.ts'
import { useLate } from '#ui/tool/use-late.ts'

type Part = typeof import('#ui/player/Player.tsx')

const load = (): Promise<Part> => import('#ui/player/Player.tsx')

/**
 * Loads the player bar with the first track that is played. If loading fails, the track plays
 * without the bar, and its cover pauses it.
 */
export function usePlayer(): { Player: Part['Player'] | null; playing: Playing | null } {
  const playing = useStore($playing, { ssr: () => null })
  const part = useLate(load, playing !== null)
  return { Player: part && part.Player, playing }
}
