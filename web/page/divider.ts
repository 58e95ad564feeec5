/** The divider between the text and the answers, as the ARIA Authoring Practices describe a window splitter. */

/** The share of the width that the text may have, in per cent. */
const limits = { least: 20, most: 80 } as const
const usual = 40

/** The change by an arrow key. */
const step = 4

/** Lets a divider be moved: by the pointer, and by the arrow keys; a double click puts it back. */
export function divide(area: HTMLElement, divider: HTMLElement): void {
  const set = (share: number): void => {
    const within = Math.round(Math.min(limits.most, Math.max(limits.least, share)))
    area.style.setProperty('--share', `${within}%`)
    divider.setAttribute('aria-valuenow', String(within))
  }
  divider.setAttribute('aria-valuemin', String(limits.least))
  divider.setAttribute('aria-valuemax', String(limits.most))
  divider.addEventListener('pointerdown', ({ pointerId }) => divider.setPointerCapture(pointerId))
  divider.addEventListener('pointermove', ({ pointerId, clientX }) => {
    if (!divider.hasPointerCapture(pointerId)) return
    const { left, width } = area.getBoundingClientRect()
    set((100 * (clientX - left)) / width)
  })
  divider.addEventListener('dblclick', () => set(usual))
  divider.addEventListener('keydown', ({ key }) => {
    const by = key === 'ArrowRight' ? step : key === 'ArrowLeft' ? -step : 0
    if (by !== 0) set(Number(divider.getAttribute('aria-valuenow')) + by)
  })
  set(usual)
}
