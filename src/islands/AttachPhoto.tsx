import { Camera } from 'lucide-react'
import { useState } from 'react'
import { isHandHeld } from '#client/hand-held.ts'
import type { ExtrasOptions } from '#islands/extras-options.ts'
import { attachFiles } from '#stores/attachments.ts'
import { draftKey } from '#stores/drafts.ts'
import { ICON_PROPS } from '#ui/chat/icon.ts'
import { takePhoto } from '#ui/take-photo.ts'

/** The button of a composer that attaches a photo, on devices that are held in the hand. */
export function AttachPhoto({ group, thread, t }: ExtrasOptions) {
  const [hasCamera] = useState(isHandHeld)
  const name = t('field.file.camera')
  if (!hasCamera) return null
  return (
    <button
      type="button"
      title={name}
      aria-label={name}
      onClick={() => takePhoto(files => attachFiles(draftKey(group.id, thread.id), files))}
      className="icon-button"
    >
      <Camera {...ICON_PROPS} />
    </button>
  )
}
