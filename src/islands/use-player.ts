import { useStore } from '@nanostores/react'
import { $playing, type Playing } from '#stores/playing.ts'
import { useLate } from '#ui/tool/use-late.ts'

type Part = typeof import('#ui/player/Player.tsx')

const load = (): Promise<Part> => import('#ui/player/Player.tsx')

/** The player bar, fetched with the first song that is played. Without it the song sounds all the same, and its cover holds it. */
export function usePlayer(): { Player: Part['Player'] | null; playing: Playing | null } {
  const playing = useStore($playing, { ssr: () => null })
  const part = useLate(load, playing !== null)
  return { Player: part && part.Player, playing }
}
