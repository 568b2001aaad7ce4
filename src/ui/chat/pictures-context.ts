import { createContext } from 'react'
import type { Translate } from '#i18n/translate.ts'

export type Pictures = {
  /** What the addresses of our own files begin with; empty where none are shown. */
  files: string
  /** Shows the picture of a link, with the others around it; null where links do by themselves. */
  show: ((link: HTMLAnchorElement) => void) | null
  t: Translate
}

export const PicturesContext = createContext<Pictures>({ files: '', show: null, t: key => key })

/** How a link to a picture is told from others. */
export const PICTURE_LINK = 'a[data-picture]'
