import { findLeaver, send, type Deed } from './deed.ts'

/** The password of everybody in a simulation. */
const password = 'correct horse battery'

/** One person deletes the account, or tries to: work under way stops it. */
export const leave: Deed = simulation => {
  const { world, history } = simulation
  const person = findLeaver(world)
  const json = { password, confirm: person.email }
  const answer = send(simulation, { person, by: 'login', path: '/auth/account/delete', json })
  void answer.then(given => {
    if (given?.status === 204) history.leftAt ??= history.calls.length
  })
}
