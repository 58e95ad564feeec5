/** Functions that the specs of control flow share. */

export { agreedVerdict as verdict } from '../../support.js'

/** The heads of threads in one CTA, and in another. */
export const t0 = 'P0@cta 0,gpu 0'
export const t1 = 'P1@cta 0,gpu 0'
export const far = 'P1@cta 1,gpu 0'
