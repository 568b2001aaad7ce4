import type { Failure } from '#client/turns.ts'
import type { Service } from '#core/service.ts'
import type { Translate } from '#i18n/translate.ts'
import { choosePreset, hasOpenPrompt, presetDetail } from '#islands/preset-content.ts'
import { usePresets } from '#islands/use-presets.ts'
import { PresetForm } from '#ui/presets/PresetForm.tsx'
import { PresetList } from '#ui/presets/PresetList.tsx'

type Props = { service: Service; dialog: HTMLDialogElement; t: Translate }

/** The presets of a tool, in a dialog, or the form of one of them. */
export function PresetsBody({ service, dialog, t }: Props) {
  const { site = '', admin } = dialog.dataset
  const { presets, isUser, editing, failure, busy, done, show, save, remove } = usePresets({
    service,
    site,
    t
  })
  if (editing !== null)
    return (
      <PresetForm
        preset={editing === 'new' ? null : editing}
        hasPrompt={hasOpenPrompt(service)}
        isAdmin={admin !== undefined}
        busy={busy}
        error={failure === null ? '' : errorText(failure, t)}
        onSave={wish => void save(wish)}
        onDelete={() => editing !== 'new' && void remove(editing)}
        onCancel={() => show(null)}
        t={t}
      />
    )
  return (
    <div className="grid gap-3">
      {presets === null ? (
        failure === null && <p className="px-2.5 text-13 text-muted">{t('preset.loading')}</p>
      ) : (
        <PresetList
          own={presets.filter(each => !each.isOfSite)}
          ofSite={presets.filter(each => each.isOfSite)}
          canSave={isUser}
          canEditSite={admin !== undefined}
          detailOf={preset => presetDetail(service, preset, t)}
          onChoose={preset => {
            choosePreset(service, preset, t)
            dialog.close()
          }}
          onEdit={({ id }) => show(presets.find(each => each.id === id) ?? null)}
          onNew={() => show('new')}
          t={t}
        />
      )}
      {failure !== null && (
        <p role="alert" className="px-2.5 text-13 text-bad">
          {presets === null ? t('preset.failed') : errorText(failure, t)}
        </p>
      )}
      <output className="flex flex-wrap gap-x-4 px-2.5 text-13 text-muted empty:hidden">
        {done !== null && <span className="wrap-anywhere">{done.text}</span>}
        {done?.undo !== undefined && (
          <button type="button" className="link" onClick={done.undo}>
            {t('preset.undo')}
          </button>
        )}
      </output>
    </div>
  )
}

function errorText({ code, sentence, issues }: Failure, t: Translate): string {
  const [issue] = issues
  if (issue?.code === 'too_many' && issue.field === 'service') return t('preset.issue.full')
  if (issue?.code === 'required' && issue.field === 'settings') return t('preset.issue.empty')
  return sentence || t(`problem.${code}`)
}
