import { statSync, type Stats } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ModelChanges } from '#catalog/chat/shelf.server.ts'
import type { ModelFileProblem } from '#contract/chat-model.ts'
import { isoDay } from '#core/format-span.ts'
import type { BaseContext } from '#servers/lib/base.ts'
import { parseModelFile } from '#servers/lib/parse-model-file.ts'
import type { ToolChange } from '#servers/lib/tool-change.ts'

/** The operator's file of models, as last read. */
type ModelFileState = {
  path: string
  /** The changes of the last file without mistakes, by model name. */
  changes: ReadonlyMap<string, ModelChanges>
  /** The changes of tools, by their ids in the catalogue. */
  tools: ReadonlyMap<string, ToolChange>
  /** Number of times that a changed file was read. */
  read: number
  /** The text of the file, and its models and tools whose price is not confirmed. */
  text: string
  priced: readonly string[]
  pricedTools: readonly string[]
  /** The mistakes of the present file. While there are any, the last good file counts. */
  problems: readonly ModelFileProblem[]
}

export type ModelFile = {
  /** Reads the file if it has changed. It costs one `stat` otherwise, and never throws. */
  read(): Promise<ModelFileState>
}

const EMPTY = {
  changes: new Map<string, ModelChanges>(),
  tools: new Map<string, ToolChange>(),
  text: '',
  priced: [],
  pricedTools: []
}

/** Largest file, in bytes. */
const MOST = 1024 * 1024

/** Watches `MODELS_FILE`, or `models.json` in the data folder. A missing file changes nothing. */
export function createModelFile({ config, log }: Pick<BaseContext, 'config' | 'log'>): ModelFile {
  const path = config.modelsFile ?? join(config.dataDir, 'models.json')
  let state: ModelFileState = { path, ...EMPTY, read: 0, problems: [] }
  let seen = ''
  let reading: Promise<ModelFileState> | null = null

  async function look(): Promise<ModelFileState> {
    const found = statOf(path)
    const mark =
      found === undefined || found instanceof Error
        ? String(found?.code)
        : [found.mtimeMs, found.ctimeMs, found.size, found.ino].join(' ')
    if (mark === seen) return state
    const next = await load(found)
    seen = mark
    state = { ...state, ...next, read: state.read + 1 }
    for (const problem of next.problems)
      log.warn({ path, ...problem }, 'the file of models has a mistake: the last good one counts')
    if (next.problems.length === 0)
      log.info(
        { path, models: state.changes.size, tools: state.tools.size },
        'the file of models was read'
      )
    return state
  }

  async function load(
    found: NodeJS.ErrnoException | Pick<Stats, 'isFile' | 'size' | 'mtimeMs'> | undefined
  ): Promise<Partial<ModelFileState> & Pick<ModelFileState, 'problems'>> {
    if (found === undefined && config.modelsFile === null) return { ...EMPTY, problems: [] }
    if (found === undefined || found instanceof Error || !found.isFile()) return wrong('unreadable')
    if (found.size > MOST) return wrong('too_large')
    const text = await readFile(path, 'utf8').catch(() => null)
    if (text === null) return wrong('unreadable')
    const { problems, ...parsed } = parseModelFile(text, config, isoDay(found.mtimeMs))
    return problems.length > 0 ? { problems } : { ...parsed, text, problems }
  }

  return {
    read() {
      reading ??= look().finally(() => (reading = null))
      return reading
    }
  }
}

/**
 * Reads the file's times synchronously. Every call does this, and waiting for another thread would
 * take longer than the read itself.
 * @returns undefined if there is no file, as usual: an error would take longer than the read, too
 */
function statOf(path: string): Stats | NodeJS.ErrnoException | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

function wrong(code: ModelFileProblem['code']): Pick<ModelFileState, 'problems'> {
  return { problems: [{ line: null, field: '', code }] }
}
