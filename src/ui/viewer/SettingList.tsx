import type { ShownSetting } from '#ui/viewer/settings.ts'

/** The settings of a run, with their names. Renders nothing without any. */
export function SettingList({ settings }: { settings: readonly ShownSetting[] }) {
  if (settings.length === 0) return null
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-13 [&_dt]:text-muted">
      {settings.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt>{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
