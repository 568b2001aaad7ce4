import { AudioLines, Clapperboard, Image, MessageSquare, type LucideIcon } from 'lucide-react'
import type { Medium } from '#core/service.ts'

export const GROUP_ICONS: Record<Medium, LucideIcon> = {
  chat: MessageSquare,
  image: Image,
  video: Clapperboard,
  audio: AudioLines
}
