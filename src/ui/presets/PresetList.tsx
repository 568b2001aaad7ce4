import type { Preset } from '#contract/preset.ts'
import type { Translate } from '#i18n/translate.ts'
import { Glyph } from '#ui/tool/Glyph.tsx'

const PENCIL = 'M4 20h4L19 9a2.8 2.8 0 0 0-4-4L4 16zM14 6l4 4'

export type PresetListProps = {
  own: readonly Preset[]
  ofSite: readonly Preset[]
  /** True for a user, who may save presets. */
  canSave: boolean
  /** True for an admin, who may change those of the site. */
  canEditSite: boolean
  /** Returns a second line about a preset; empty for none. */
  detailOf(preset: Preset): string
  onChoose(preset: Preset): void
  onEdit(preset: Preset): void
  onNew(): void
  t: Translate
}

/** Returns the id of the button that edits a preset, for the focus. */
export function editButtonId(preset: string): string {
  return `preset-edit-${preset}`
}

/** The id of the button for a new preset. */
export const NEW_PRESET_ID = 'preset-new'

/** The presets of the user and those of the site. Choosing one fills the form. */
export function PresetList(props: PresetListProps) {
  const { own, ofSite, canSave, canEditSite, onNew, t } = props
  return (
    <div className="grid gap-3">
      {own.length > 0 && (
        <Group
          {...props}
          title={ofSite.length > 0 ? t('preset.own') : ''}
          presets={own}
          canEdit={canSave}
        />
      )}
      {ofSite.length > 0 && (
        <Group {...props} title={t('preset.site')} presets={ofSite} canEdit={canEditSite} />
      )}
      {own.length === 0 && ofSite.length === 0 && (
        <p className="px-2.5 text-13 text-muted">{t('preset.empty')}</p>
      )}
      {canSave && (
        <button
          type="button"
          id={NEW_PRESET_ID}
          className="button ms-2.5 justify-self-start"
          onClick={onNew}
        >
          {t('preset.new')}
        </button>
      )}
    </div>
  )
}

type GroupProps = PresetListProps & {
  title: string
  presets: readonly Preset[]
  canEdit: boolean
}

function Group({ title, presets, canEdit, detailOf, onChoose, onEdit, t }: GroupProps) {
  return (
    <section>
      {title !== '' && <h3 className="px-2.5 pb-1 text-12 text-muted">{title}</h3>}
      <ul>
        {presets.map(preset => {
          const detail = detailOf(preset)
          return (
            <li key={preset.id} className="flex items-center gap-1">
              <button
                type="button"
                className="menu-item min-w-0 flex-1"
                onClick={() => onChoose(preset)}
              >
                <span className="grid min-w-0">
                  <span className="truncate" dir="auto">
                    {preset.name}
                  </span>
                  {detail !== '' && (
                    <span className="truncate text-13 text-muted" dir="auto">
                      {detail}
                    </span>
                  )}
                </span>
              </button>
              {canEdit && (
                <button
                  type="button"
                  id={editButtonId(preset.id)}
                  className="icon-button"
                  aria-label={t('preset.edit', { name: preset.name })}
                  onClick={() => onEdit(preset)}
                >
                  <Glyph path={PENCIL} />
                </button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
