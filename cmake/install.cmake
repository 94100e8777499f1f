# `cmake --install`: headers, both libraries, the program, find_package(shoal) and pkg-config.
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/shoal)

install(TARGETS shoal shoal_static EXPORT shoal)
install(TARGETS shoal_program)
install(DIRECTORY include/shoal TYPE INCLUDE)
install(FILES LICENSE TYPE DOC)

# Gives shoal::shoal (shared) and shoal::shoal_static; nothing else has to be found.
install(EXPORT shoal NAMESPACE shoal:: FILE shoalConfig.cmake DESTINATION ${package_dir})
write_basic_package_version_file(shoalConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/shoalConfigVersion.cmake DESTINATION ${package_dir})

# Static linking needs the libraries of the library; shared linking does not.
list(TRANSFORM SHOAL_PRIVATE_LIBS REPLACE "^([^-].*)" "-l\\1" OUTPUT_VARIABLE private_flags)
list(JOIN private_flags " " SHOAL_PC_PRIVATE_LIBS)
file(RELATIVE_PATH SHOAL_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/shoal.pc.in shoal.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/shoal.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
