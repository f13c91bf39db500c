import type { Plugin } from 'vite';

const CLASS_MAP = /[\\/]@mantine[\\/]core[\\/]esm[\\/].*[\\/](\w+)\.module\.mjs$/;

/**
 * Gives every component of the kit its own stylesheet, in the chunk that uses the component, so that nobody has to
 * remember an import and the first load carries no style it does not show. While developing, the kit is bundled ahead
 * and the whole sheet is served as `virtual:kit-styles`.
 */
export function kitStylesPlugin(): Plugin {
  const id = 'virtual:kit-styles';
  let isBuild = true;
  return {
    name: 'basalt-kit-styles',
    configResolved: (config) => {
      isBuild = config.command === 'build';
    },
    resolveId: (source) => (source === id ? `\0${id}` : null),
    load: (source) => {
      if (source !== `\0${id}`) return null;
      return isBuild ? '' : "import '@mantine/core/styles.layer.css';";
    },
    transform: {
      filter: { id: CLASS_MAP },
      handler(code, module) {
        const name = CLASS_MAP.exec(module)?.[1];
        return isBuild
          ? { code: `import '@mantine/core/styles/${name}.layer.css';\n${code}`, map: null }
          : null;
      },
    },
  };
}
