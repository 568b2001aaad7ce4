import { useState } from 'react'
import type { Failure } from '#client/turns.ts'
import type { Translate } from '#i18n/translate.ts'
import { cancelDockRun } from '#stores/dock-cancel.ts'
import { removeDockRun, type DockRun } from '#stores/dock.ts'
import { failureSentence } from '#ui/chat/sentences.ts'
import { CARD_ICONS } from '#ui/tool/card-strokes.ts'
import { progressText, type DockRowProps } from '#ui/tool/Dock.tsx'
import { Glyph } from '#ui/tool/Glyph.tsx'
import { scaledImageAddress } from '#ui/tool/picture.ts'

/** A run in the dock: its result or state, its prompt, and a button that cancels or hides it. */
export function DockRow({ run, tool, address, locale, t }: DockRowProps) {
  const { state, prompt, picture } = run
  const [failure, setFailure] = useState<Failure | null>(null)
  const isRunning = state === 'running'
  const label = t(isRunning ? 'field.card.cancel' : 'field.dock.close')
  return (
    <>
      <a className="chip" href={address} title={prompt}>
        {picture === undefined ? <StateIcon state={state} /> : <Thumbnail address={picture} />}
        <bdi>{tool.name}</bdi>
        {prompt !== '' && (
          // It has its width before the text comes, so that nothing moves.
          <bdi className="w-40 truncate text-muted max-md:w-24">{prompt}</bdi>
        )}
        <span className={`text-faint tabular-nums ${isRunning ? 'min-w-8' : ''}`}>
          {stateText(run, locale, t)}
        </span>
      </a>
      <button
        type="button"
        className="icon-button noscript:hidden"
        title={label}
        aria-label={t('field.pair', { name: label, value: prompt || tool.name })}
        onClick={({ currentTarget }) => {
          setFailure(null)
          if (isRunning) void cancelDockRun(run, tool.path).then(setFailure)
          else focusBeforeRemoval(currentTarget, () => removeDockRun(run.id))
        }}
      >
        <Glyph path={isRunning ? CARD_ICONS.stop : CARD_ICONS.close} size={16} />
      </button>
      {isRunning && failure !== null && (
        <p role="alert" ref={reveal} className="max-w-64 text-12 text-bad">
          {t('field.pair', { name: t('field.card.cancel'), value: reasonText(failure, t) })}
        </p>
      )}
    </>
  )
}

/** Hides all ended runs, from two on. */
export function ClearEndedRuns({ runs, t }: { runs: readonly DockRun[]; t: Translate }) {
  const ended = runs.filter(({ state }) => state !== 'running')
  if (ended.length < 2) return null
  return (
    <button
      type="button"
      className="link flex-none text-13"
      onClick={({ currentTarget }) => {
        focusElsewhere(currentTarget.parentElement)
        for (const { id } of ended) removeDockRun(id)
      }}
    >
      {t('field.dock.clear')}
    </button>
  )
}

/**
 * Moves the focus to a neighbouring run before this one disappears, or else to the main content.
 */
function focusBeforeRemoval(button: HTMLElement, remove: () => void): void {
  const row = button.closest('li')
  focusElsewhere(row?.nextElementSibling ?? row?.previousElementSibling)
  remove()
}

/** Focuses the first running task in an element, or else the main content. */
function focusElsewhere(near: Element | null | undefined): void {
  const next = near?.querySelector('a') ?? document.querySelector('main')
  next?.focus()
}

function StateIcon({ state }: Pick<DockRun, 'state'>) {
  if (state === 'running') return <span className="spinner" />
  return state === 'ready' ? (
    <Glyph path={CARD_ICONS.check} size={16} className="text-good" />
  ) : (
    <Glyph path={CARD_ICONS.warn} size={16} className="text-bad" />
  )
}

function Thumbnail({ address }: { address: string }) {
  return (
    <img
      src={scaledImageAddress(address, 320)}
      alt=""
      width={24}
      height={24}
      className="-ms-1 size-6 rounded-s object-cover"
    />
  )
}

function stateText({ state, progress }: DockRun, locale: string, t: Translate): string {
  if (state !== 'running') return t(`field.dock.${state}`)
  return progress > 0 ? progressText(progress, locale) : ''
}

/** Scrolls the dock to a message, which would begin beyond the edge of a phone. */
function reveal(message: HTMLElement | null): void {
  message?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
}

function reasonText(failure: Failure, t: Translate): string {
  const { code, detail } = failure
  return code === 'unknown' && detail === 'offline'
    ? t('field.dock.offline')
    : failureSentence(failure, t)
}
