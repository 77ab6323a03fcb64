// The core of one game package in WebAssembly: BOARDWRIGHT_PACKAGE, whose headers `make wasm` includes before.
#include "core/c_interface.hpp"

extern "C" [[clang::export_name("boardwright_game")]] const BoardwrightGame* boardwright_game(std::int32_t index) {
    return boardwright::c_interface::game_at(boardwright::BOARDWRIGHT_PACKAGE::Cores{}, index);
}
extern "C" [[clang::export_name("allocate")]] void* allocate(std::size_t bytes) { return ::operator new(bytes); }
extern "C" [[clang::export_name("release")]] void release(void* memory) { ::operator delete(memory); }
