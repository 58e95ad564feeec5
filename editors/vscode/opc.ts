/**
 * Makes a .vsix, a zip with an extension in the folder `extension/`, a manifest in XML, and the types of all files
 * (Open Packaging Conventions).
 */

import { posix } from 'node:path'
import { escapedXml } from '../../source/xml.js'

/** The fields that the manifest takes from the extension's `package.json`. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly displayName: string
  readonly description: string
  readonly publisher: string
  readonly categories: readonly string[]
  readonly keywords: readonly string[]
  readonly extensionKind: readonly string[]
  readonly engines: { readonly vscode: string }
  /** The path of the icon in the extension, a PNG. */
  readonly icon: string
  readonly homepage: string
  readonly bugs: string
  readonly repository: { readonly url: string }
}

/** Returns the files of an extension, given by their paths in it, as the parts of a .vsix. */
export function parts<T>(
  manifest: Manifest,
  files: ReadonlyMap<string, T>,
  encode: (text: string) => T,
): Map<string, T> {
  const inside = [...files].map(([path, content]) => [`extension/${path}`, content] as const)
  const endings = new Set([...files.keys(), manifestPath].map((path) => posix.extname(path).slice(1)))
  return new Map([
    [manifestPath, encode(manifestText(manifest))],
    ['[Content_Types].xml', encode(typesText([...endings]))],
    ...inside,
  ])
}

const manifestPath = 'extension.vsixmanifest'

const head = '<?xml version="1.0" encoding="utf-8"?>'

const types: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['js', 'application/javascript'],
  ['cjs', 'application/javascript'],
  ['md', 'text/markdown'],
  ['txt', 'text/plain'],
  ['png', 'image/png'],
  ['wasm', 'application/wasm'],
  ['vsixmanifest', 'text/xml'],
])

const typesText = (endings: readonly string[]): string =>
  [
    head,
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">',
    ...endings.map(
      (ending) =>
        `  <Default Extension="${escapedXml(ending)}" ContentType="${types.get(ending) ?? 'application/octet-stream'}"/>`,
    ),
    '</Types>',
    '',
  ].join('\n')

const manifestText = (manifest: Manifest): string => {
  const { name, version, displayName, description, publisher, categories, keywords, extensionKind, engines } = manifest
  const { icon, homepage, bugs, repository } = manifest
  return `${head}
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${escapedXml(name)}" Version="${escapedXml(version)}" Publisher="${escapedXml(publisher)}"/>
    <DisplayName>${escapedXml(displayName)}</DisplayName>
    <Description xml:space="preserve">${escapedXml(description)}</Description>
    <Tags>${escapedXml(keywords.join(','))}</Tags>
    <Categories>${escapedXml(categories.join(','))}</Categories>
    <GalleryFlags>Public</GalleryFlags>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escapedXml(engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionDependencies" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionPack" Value=""/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="${escapedXml(extensionKind.join(','))}"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Source" Value="${escapedXml(repository.url)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Support" Value="${escapedXml(bugs)}"/>
      <Property Id="Microsoft.VisualStudio.Services.Links.Learn" Value="${escapedXml(homepage)}"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
    <Icon>extension/${escapedXml(icon)}</Icon>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/${escapedXml(icon)}" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}
