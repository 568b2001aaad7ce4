import { findLeaver, pick, send, type Deed, type Simulation } from './deed.ts'

/** The password of everybody in a simulation. */
const password = 'correct horse battery'

/** One person deletes the account, or tries to: work under way stops it. */
export const leave: Deed = simulation => {
  const { world, history } = simulation
  const person = findLeaver(world)
  writeSlowly(simulation)
  const json = { password, confirm: person.email }
  const answer = send(simulation, { person, by: 'login', path: '/auth/account/delete', json })
  void answer.then(given => {
    if (given?.status === 204) history.leftAt ??= history.calls.length
  })
}

/** A call of theirs is accepted before the account is gone, and its body ends after that. */
function writeSlowly(simulation: Simulation): void {
  const { world, history } = simulation
  const marker = `marker-${history.calls.length}-`
  const call = pick(world, [
    { by: 'page', path: '/library/projects', json: { name: marker }, makes: 'nothing' },
    { by: 'key', path: '/flux/images', json: { prompt: marker }, makes: 'task' },
    {
      by: 'key',
      path: '/aichat/conversations',
      json: { model: 'gpt-5-all', question: marker },
      makes: 'answer'
    }
  ] as const)
  const slow = Math.floor(world.random() * 5000)
  if (call !== undefined)
    void send(simulation, { ...call, marker, slow, person: findLeaver(world) })
}
