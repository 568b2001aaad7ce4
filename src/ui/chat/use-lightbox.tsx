import { useMemo, useState, type ReactNode } from 'react'
import type { Translate } from '#i18n/translate.ts'
import type { Pictures } from '#ui/chat/pictures-context.ts'

/**
 * Provides the lightbox, which loads with the first picture that the user opens. If loading fails,
 * the link opens normally.
 */
export function useLightbox(
  files: string,
  t: Translate
): { pictures: Pictures; lightbox: ReactNode } {
  const [lightbox, setLightbox] = useState<ReactNode>(null)
  const pictures = useMemo((): Pictures => {
    const show = async (link: HTMLAnchorElement): Promise<void> => {
      const part = await import('#ui/chat/Lightbox.tsx').catch(() => null)
      if (part === null) return location.assign(link.href)
      setLightbox(<part.Lightbox link={link} onClose={() => setLightbox(null)} t={t} />)
    }
    return { files, show: link => void show(link), t }
  }, [files, t])
  return { pictures, lightbox }
}
