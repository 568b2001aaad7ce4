import { createContext } from 'react'
import type { Translate } from '#i18n/translate.ts'

export type Pictures = {
  /** Prefix of the addresses of our own files; empty where no pictures are shown. */
  files: string
  /**
   * Opens the picture of a link in the lightbox, together with the page's other pictures. Null
   * where the browser follows the link.
   */
  show: ((link: HTMLAnchorElement) => void) | null
  t: Translate
}

export const PicturesContext = createContext<Pictures>({ files: '', show: null, t: key => key })

/** Selector of links to pictures. */
export const PICTURE_LINK = 'a[data-picture]'
