import { useContext, type MouseEvent, type ReactNode } from 'react'
import { PicturesContext } from '#ui/chat/pictures-context.ts'
import { smaller, widthsOf } from '#ui/tool/picture.ts'

type Props = {
  address: string
  /** What it shows; empty when nobody has said. */
  alt: string
  /** One of several, as beside a question. */
  small?: boolean
  /** What stands here for a picture from elsewhere, which is not fetched. */
  children: ReactNode
}

/** A picture of ours in a box of known size: a link to the whole of it, which opens above the page where a script runs. */
export function Picture({ address, alt, small = false, children }: Props) {
  const { files, show, t } = useContext(PicturesContext)
  if (files === '' || !address.startsWith(files)) return children
  const open = (event: MouseEvent<HTMLAnchorElement>): void => {
    if (show === null || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    show(event.currentTarget)
  }
  return (
    <a href={address} target="_blank" rel="noopener" data-picture onClick={open} className="inline-block max-w-full rounded-control">
      <img
        src={smaller(address, small ? 320 : 640)}
        srcSet={widthsOf(address)}
        sizes={small ? '112px' : '320px'}
        alt={alt || t('chat.picture.plain')}
        loading="lazy"
        decoding="async"
        className={`rounded-control border border-line bg-surface-3 object-cover ${small ? 'size-28' : 'aspect-4/3 w-80 max-w-full'}`}
      />
    </a>
  )
}
