/** The part of the Lua interpreter that the tests use; the package has no types. */
declare module 'fengari' {
  type State = object;
  type LuaString = Uint8Array;
  const fengari: {
    readonly lua: {
      readonly LUA_OK: number;
      readonly lua_tostring: (state: State, index: number) => LuaString;
    };
    readonly lauxlib: {
      readonly luaL_newstate: () => State;
      readonly luaL_dostring: (state: State, program: LuaString) => number;
    };
    readonly lualib: { readonly luaL_openlibs: (state: State) => void };
    readonly to_luastring: (text: string) => LuaString;
    readonly to_jsstring: (text: LuaString) => string;
  };
  export default fengari;
}
