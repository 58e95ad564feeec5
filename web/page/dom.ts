/** Elements of the page. */

type Child = Node | string | undefined
type Attributes = Readonly<Record<string, string | boolean | undefined>>

/**
 * Creates an element with attributes and children. An attribute that is true has no value; one that is false or
 * undefined is left out.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

/** Creates a button that does something. */
export function button(label: string, does: () => void, attributes: Attributes = {}): HTMLButtonElement {
  const made = element('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', does)
  return made
}

/** Returns the element with that id, which the page must have. */
export function byId<T extends HTMLElement>(id: string, type: new () => T): T {
  const found = document.getElementById(id)
  if (found instanceof type) return found
  throw new Error(`the page has no ${id}`)
}
