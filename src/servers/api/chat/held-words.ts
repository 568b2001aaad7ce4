import type { ToolCall } from '#core/provider.ts'
import type { RunWriter } from '#servers/runs/event-log.ts'
import type { EventData } from '#servers/runs/event-rows.ts'

/**
 * Holds back the events of an answer that its caller gets in one piece, and joins their words. So
 * there are few events, and they are written together with the receipt. If the process dies,
 * nothing is lost that anybody has seen or paid for.
 */
export function bufferAnswerEvents(writer: RunWriter): RunWriter {
  const held: EventData[] = []
  return {
    ...writer,
    append: data => addJoined(held, data),
    async gather() {
      held.splice(0).forEach(data => writer.append(data))
      await writer.gather()
    }
  }
}

/** Joins consecutive events with words of the same kind, so that few events remain. */
export function joinEvents(events: readonly EventData[]): EventData[] {
  const joined: EventData[] = []
  for (const data of events) addJoined(joined, data)
  return joined
}

function addJoined(list: EventData[], data: EventData): void {
  const last = list.at(-1)
  const joined = last === undefined ? null : join(last, data)
  if (joined === null) list.push(data)
  else list[list.length - 1] = joined
}

/**
 * Joins two consecutive events with words of the same kind: answer, thoughts, or one tool call. It
 * returns null for any other events.
 */
function join(one: EventData, next: EventData): EventData | null {
  if (one.type !== 'text_delta' || next.type !== 'text_delta') return null
  const [call, more] = [callIn(one), callIn(next)]
  if (call?.id !== more?.id) return null
  if (call !== null && more !== null)
    return { ...one, delta_call: { ...call, arguments: call.arguments + more.arguments } }
  const added = (key: string): string => `${textIn(one, key)}${textIn(next, key)}`
  const reasoning = 'delta_reasoning' in one
  if (reasoning !== 'delta_reasoning' in next) return null
  return {
    ...one,
    delta_answer: added('delta_answer'),
    ...(reasoning && { delta_reasoning: added('delta_reasoning') })
  }
}

/** Reads the tool call of an event. `answer.ts` writes these events, so the cast is safe. */
function callIn({ delta_call: call }: EventData): ToolCall | null {
  return (call ?? null) as ToolCall | null
}

function textIn(data: EventData, key: string): string {
  const text = data[key]
  return typeof text === 'string' ? text : ''
}
