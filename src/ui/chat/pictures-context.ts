import { createContext } from 'react'
import type { Translate } from '#i18n/translate.ts'

export type Pictures = {
  /** Prefix of the addresses of our own files; empty where no pictures are shown. */
  files: string
  /**
   * Opens a link's picture in the lightbox, together with the page's others. Null where links work
   * normally.
   */
  show: ((link: HTMLAnchorElement) => void) | null
  t: Translate
}

export const PicturesContext = createContext<Pictures>({ files: '', show: null, t: key => key })

/** Selector of links to pictures. */
export const PICTURE_LINK = 'a[data-picture]'
